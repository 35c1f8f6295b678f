import { createRoot } from "react-dom/client";
import { Navigate, RouterProvider, createBrowserRouter } from "react-router";
import { Frame } from "./frame.jsx";
import { Home } from "./pages/home.jsx";
import { Missing } from "./pages/missing.jsx";

const lazily = (load) => async () => ({ Component: (await load()).default });
const catalogue = () => import("./pages/catalogue.jsx");

const router = createBrowserRouter([
  {
    Component: Frame,
    HydrateFallback: () => <p>Loading</p>,
    children: [
      { index: true, Component: Home },
      { path: "catalogue", lazy: lazily(catalogue) },
      { path: "catalogue/:name", lazy: lazily(() => import("./pages/product.jsx")) },
      { path: "old-catalogue", element: <Navigate to="/catalogue" replace /> },
      {
        path: "about",
        lazy: lazily(() => import("./pages/about.jsx")),
        children: [
          { index: true, element: <p>We make things of wood.</p> },
          { path: "team", element: <p>Five people and a dog called Plane.</p> },
          { path: "history", element: <p>Founded in a barn, moved to a mill.</p> },
        ],
      },
      { path: "staff", element: <Navigate to="/about/team" replace /> },
      { path: "journal", lazy: lazily(() => import("./pages/journal.jsx")) },
      { path: "journal/:post", lazy: lazily(() => import("./pages/post.jsx")) },
      { path: "journal/:post/notes", element: <p>Notes of whoever wrote that post.</p> },
      { path: "account", lazy: lazily(() => import("./pages/account.jsx")) },
      { path: "account/settings", element: <p>Choose a language and a currency.</p> },
      {
        path: "orders",
        loader: async () => (await fetch("/orders.json")).json(),
        lazy: lazily(() => import("./pages/orders.jsx")),
      },
      { path: "orders/:id", lazy: lazily(() => import("./pages/order.jsx")) },
      { path: "help", lazy: lazily(() => import("./pages/help.jsx")) },
      { path: "help/shipping", element: <p>By cart within a week, by post in two.</p> },
      { path: "help/returns", element: <p>Bring it back whenever it creaks.</p> },
      { path: "tour", lazy: lazily(() => import("./pages/tour.jsx")) },
      { path: "tour/:step", lazy: lazily(() => import("./pages/tour.jsx")) },
      { path: "*", Component: Missing },
    ],
  },
]);

createRoot(document.getElementById("root")).render(<RouterProvider router={router} />);
