import { createApp } from "vue";
import { createRouter, createWebHashHistory } from "vue-router";
import App from "./App.vue";
import Home from "./pages/Home.vue";
import Missing from "./pages/Missing.vue";
import { plain } from "./plain.js";

const routes = [
  { path: "/", component: Home },
  { path: "/recipes", component: () => import("./pages/Recipes.vue") },
  { path: "/recipes/:dish(soup|bread|pie)", component: () => import("./pages/Dish.vue") },
  { path: "/recipes/:dish/print", component: plain("Print it", "One column, no pictures.") },
  { path: "/authors", component: () => import("./pages/Authors.vue") },
  { path: "/authors/:name(ana|ben)", component: () => import("./pages/Author.vue") },
  { path: "/tips", component: () => import("./pages/Tips.vue") },
  { path: "/tips/knives", component: plain("Knives", "Sharp ones are the safe ones.") },
  { path: "/tips/heat", component: plain("Heat", "Less than you think.") },
  { path: "/surprise", component: plain("Surprise", "Pears with blue cheese.") },
  { path: "/favourites", component: () => import("./pages/Favourites.vue") },
  { path: "/favourites/old", component: plain("Old favourites", "Aspic, mostly.") },
  {
    path: "/settings",
    component: () => import("./pages/Settings.vue"),
    children: [
      { path: "", component: plain("What to set", "Choose above.") },
      { path: "units", component: plain("Units", "Cups or grams.") },
      { path: "theme", component: plain("Theme", "Slate or cream.") },
    ],
  },
  { path: "/plan", component: () => import("./pages/Plan.vue") },
  { path: "/plan/week", component: plain("The week", "Monday: soup. Tuesday: the rest of it.") },
  { path: "/cookbook", redirect: "/recipes" },
  { path: "/tips/blades", redirect: "/tips/knives" },
  { path: "/:any(.*)*", component: Missing },
];

createApp(App)
  .use(createRouter({ history: createWebHashHistory(), routes }))
  .mount("#app");
