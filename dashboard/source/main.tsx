import { render } from "preact";
import { PageData } from "./data/page_data";
import { Page } from "./view/page";
import { applyTheme, storedTheme } from "./view/theme";
import { Trouble } from "./view/trouble";

applyTheme(storedTheme());
const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  try {
    render(<Page data={new PageData(document)} />, root);
  } catch (error) {
    render(<Trouble error={error} />, root);
  }
}
