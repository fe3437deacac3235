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
