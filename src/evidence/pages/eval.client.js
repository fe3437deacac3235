// The page of an evaluation: the disagreements, filtered. Text goes in as text only.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const PAGE = 40;
  const form = document.getElementById("filters");
  const field = (name) => form.elements.namedItem(name);
  const value = (name) => field(name)?.value ?? "";

  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, text] of Object.entries(attributes)) node.setAttribute(key, text);
    node.append(...children);
    return node;
  };

  for (const source of [...new Set(data.cases.map((one) => one.source))].sort())
    field("source").append(make("option", { value: source }, source));

  function item(one) {
    const missed = one.expected === "block";
    const about = [one.id, one.topic, one.decided === "" ? "" : `decided by ${one.decided}`]
      .filter(Boolean)
      .join(" · ");
    const said = [one.rule === "" ? "" : `[${one.rule}]`, one.reason].filter(Boolean).join(" ");
    return make(
      "li",
      {},
      make(
        "div",
        { class: "row" },
        make("span", { class: `tag ${missed ? "deny" : "ask"}` }, missed ? "missed" : "false alarm"),
        ...(data.settings > 1 ? [make("strong", {}, "AB"[one.setting])] : []),
        make("span", { class: "soft small grow" }, about),
        make("span", { class: "soft small" }, one.source),
      ),
      make("code", {}, one.shown),
      ...(said === "" ? [] : [make("p", { class: "soft small" }, said)]),
    );
  }

  const holder = document.getElementById("cases");
  const status = document.getElementById("found");
  function update() {
    const words = value("search").toLowerCase().split(/\s+/).filter(Boolean);
    const found = data.cases.filter((one) => {
      if (value("kind") !== "" && one.expected !== value("kind")) return false;
      if (value("source") !== "" && one.source !== value("source")) return false;
      if (value("setting") !== "" && String(one.setting) !== value("setting")) return false;
      const text = `${one.id} ${one.topic} ${one.source} ${one.rule} ${one.reason} ${one.shown}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    status.textContent = `${found.length.toLocaleString("en-GB")} ${found.length === 1 ? "case" : "cases"}`;
    let shown = 0;
    const list = make("ul", { class: "list" });
    const button = make("button", { type: "button" });
    const more = make("p", { class: "more" }, button);
    const grow = (focus) => {
      const next = found.slice(shown, shown + PAGE).map(item);
      list.append(...next);
      shown += next.length;
      more.hidden = shown >= found.length;
      button.textContent = `Show ${Math.min(PAGE, found.length - shown)} more of ${found.length}`;
      if (focus && next[0]) {
        next[0].tabIndex = -1;
        next[0].focus();
      }
    };
    button.addEventListener("click", () => grow(true));
    holder.replaceChildren(list, more);
    grow(false);
  }

  let waiting;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(update, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
    event.preventDefault();
    field("search").focus();
  });
  update();
})();
