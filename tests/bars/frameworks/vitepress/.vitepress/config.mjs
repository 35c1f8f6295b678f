import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Garden",
  description: "A small manual",
  themeConfig: {
    nav: [
      { text: "Guide", link: "/guide/" },
      {
        text: "Reference",
        items: [
          { text: "Tools", link: "/reference/tools" },
          { text: "Months", link: "/reference/months" },
        ],
      },
      { text: "Elsewhere", link: "https://elsewhere.test/" },
    ],
    sidebar: {
      "/guide/": [
        {
          text: "First steps",
          items: [
            { text: "Welcome", link: "/guide/" },
            { text: "Soil", link: "/guide/soil" },
            { text: "Water", link: "/guide/water" },
          ],
        },
        {
          text: "Later",
          collapsed: true,
          items: [
            { text: "Compost", link: "/guide/compost" },
            { text: "Winter", link: "/guide/winter" },
          ],
        },
      ],
      "/reference/": [
        { text: "Tools", link: "/reference/tools" },
        { text: "Months", link: "/reference/months" },
        { text: "Units", link: "/reference/units" },
      ],
    },
    socialLinks: [{ icon: "github", link: "https://code.test/garden" }],
  },
});
