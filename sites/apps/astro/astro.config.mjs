import { defineConfig } from "astro/config";

// One page a folder; links are written with the slash at their end, and some without.
export default defineConfig({
  site: "https://astro.test",
  output: "static",
  build: { format: "directory" },
  devToolbar: { enabled: false },
});
