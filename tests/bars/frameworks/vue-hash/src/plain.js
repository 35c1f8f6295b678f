import { h } from "vue";

export const plain = (title, text) => ({
  render: () => h("section", [h("h1", title), h("p", text)]),
});
