// A fixed name of the build: the same sources give the same bytes.
export default {
  output: "export",
  distDir: "dist",
  trailingSlash: true,
  images: { unoptimized: true },
  generateBuildId: () => "1",
};
