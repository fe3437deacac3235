/** The page begins. */
import "./styles/page.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { startKeys } from "./data/keys.ts";
import { takeSigninCode } from "./data/route.ts";
import { enter, startClock } from "./data/state.ts";

const root = document.querySelector("#app");
if (root !== null) render(<App />, root);
startClock();
startKeys();
void enter(takeSigninCode());
// A new link that is opened in this very tab changes only what stands behind `#`.
addEventListener("hashchange", () => {
  const code = takeSigninCode();
  if (code !== undefined) void enter(code);
});
