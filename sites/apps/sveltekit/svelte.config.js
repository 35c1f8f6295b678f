import adapter from "@sveltejs/adapter-static";

// A fixed name of the version: the same sources give the same bytes.
export default {
  kit: {
    adapter: adapter({ pages: "dist", assets: "dist", fallback: "404.html" }),
    prerender: { handleHttpError: "warn" },
    version: { name: "1" },
  },
};
