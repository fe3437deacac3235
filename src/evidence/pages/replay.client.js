// The page of a replay: filters, the list to look through, and one session after the other. Text goes in as text only.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { behaviors, steps, outcomes, texts, sessions } = data;
  const PAGE = 20;
  const SVG = "http://www.w3.org/2000/svg";
  const HEIGHT = { allow: 6, ask: 14, deny: 20, abort: 20 };
  const OUTCOME = {
    ran: "it ran",
    failed: "it ran and failed",
    refused: "the person refused it",
    blocked: "the agent's own rules blocked it",
    unknown: "",
  };

  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const draw = (name, attributes) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  const count = (number) => number.toLocaleString("en-GB");
  const plural = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

  /** [tool, shown, behavior, step, outcome, reason, rule, time, place in its session]: numbers point into the tables. */
  const callOf = ([tool, shown, behavior, step, outcome, reason, rule, at, place]) => ({
    tool: texts[tool],
    shown,
    behavior: behaviors[behavior],
    step: steps[step],
    outcome: outcomes[outcome],
    reason: reason < 0 ? "" : texts[reason],
    rule: rule < 0 ? "" : texts[rule],
    at: at || "",
    place: place + 1,
  });

  const all = sessions.flatMap((session, s) => session.calls.map((row, c) => ({ s, c, ...callOf(row) })));
  const form = document.getElementById("filters");
  const field = (name) => form.elements.namedItem(name);

  function fill(name, values) {
    for (const value of values) field(name).append(make("option", { value }, value));
  }
  fill("step", [...new Set(all.map((call) => call.step))].sort());
  fill("agent", [...new Set(sessions.map((session) => session.agent))].sort());
  fill("project", [...new Set(sessions.map((session) => session.project))].sort());

  const wanted = () => {
    const decision = field("decision").value;
    const [step, agent, project, outcome] = ["step", "agent", "project", "outcome"].map((name) => field(name).value);
    const words = field("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    return (call) => {
      const session = sessions[call.s];
      if (decision === "held" ? call.behavior === "allow" : decision !== "" && call.behavior !== decision) return false;
      if (step !== "" && call.step !== step) return false;
      if (agent !== "" && session.agent !== agent) return false;
      if (project !== "" && session.project !== project) return false;
      if (outcome !== "" && call.outcome !== outcome) return false;
      if (words.length === 0) return true;
      const text = `${call.tool} ${call.shown} ${call.reason} ${call.rule} ${session.project}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
  };

  const tag = (behavior) => make("span", { class: `tag ${behavior}` }, behavior);

  function callBody(call) {
    const said = [call.rule === "" ? "" : `[${call.rule}]`, call.reason].filter(Boolean).join(" ");
    const became = OUTCOME[call.outcome] ? `In the record ${OUTCOME[call.outcome]}.` : "";
    return [
      make("code", {}, call.shown === "" ? "(nothing)" : call.shown),
      ...(said === "" && became === ""
        ? []
        : [make("p", { class: "soft small" }, [said, became].filter(Boolean).join(" "))]),
    ];
  }

  /** Equal calls with equal answers, one entry for all of them. */
  function grouped(found) {
    const groups = new Map();
    for (const call of found) {
      const key = JSON.stringify([call.tool, call.shown, call.behavior, call.step, call.rule, call.reason]);
      const group = groups.get(key) ?? { ...call, times: 0, inSessions: new Set() };
      group.times++;
      group.inSessions.add(call.s);
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  const howOften = ({ times, inSessions }) =>
    times === 1
      ? []
      : [make("strong", {}, `${count(times)} times in ${plural(inSessions.size, "session", "sessions")}`)];

  function listItem(call) {
    const session = sessions[call.s];
    const open = make("button", { type: "button", class: "linkish" }, `call ${call.place} of its session`);
    open.addEventListener("click", () => show(call.s, call.c));
    return make(
      "li",
      {},
      make(
        "div",
        { class: "row" },
        tag(call.behavior),
        make("strong", {}, call.tool),
        ...howOften(call),
        make("span", { class: "soft small" }, `by ${call.step}`),
        make("span", { class: "soft small grow" }, session.project),
        open,
      ),
      ...callBody(call),
    );
  }

  /** A list that grows by a page at a time; what is new gets the focus. */
  function growing(holder, items, render) {
    let shown = 0;
    const list = make(holder.dataset.ordered === "yes" ? "ol" : "ul", { class: "list" });
    const button = make("button", { type: "button" });
    const more = make("p", { class: "more" }, button);
    const grow = (focus) => {
      const next = items.slice(shown, shown + PAGE).map((item, index) => render(item, shown + index));
      list.append(...next);
      shown += next.length;
      more.hidden = shown >= items.length;
      button.textContent = `Show ${count(Math.min(PAGE, items.length - shown))} more of ${count(items.length)}`;
      if (focus && next[0]) {
        next[0].tabIndex = -1;
        next[0].focus();
      }
    };
    button.addEventListener("click", () => grow(true));
    holder.replaceChildren(list, more);
    grow(false);
    return {
      upTo: (index) => {
        while (shown <= index && shown < items.length) grow(false);
        return list.children[index];
      },
    };
  }

  function strip(session) {
    const letters = session.strip;
    const svg = draw("svg", {
      class: "strip",
      viewBox: `0 0 ${letters.length} 20`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      focusable: "false",
    });
    for (let at = 0; at < letters.length; ) {
      let end = at;
      while (letters[end] === letters[at]) end++;
      const behavior = behaviors["aqdx".indexOf(letters[at])];
      const height = HEIGHT[behavior];
      svg.append(draw("rect", { class: `f-${behavior}`, x: at, y: 20 - height, width: end - at, height }));
      at = end;
    }
    return svg;
  }

  const sessionsHolder = document.getElementById("sessions");
  let sessionList;
  let order = [];

  function sessionItem(index) {
    const session = sessions[index];
    const sums = ["allow", "ask", "deny"].map((behavior, i) => {
      const letters = i === 2 ? "dx" : "aqdx"[i];
      return [behavior, [...session.strip].filter((letter) => letters.includes(letter)).length];
    });
    const words = sums.filter(([, sum]) => sum > 0).map(([behavior, sum]) => `${count(sum)} ${behavior}`);
    const body = make("div", { "data-ordered": "yes" });
    const details = make(
      "details",
      {},
      make(
        "summary",
        {},
        make("strong", {}, session.project),
        make(
          "span",
          { class: "soft small" },
          ` ${[session.agent, session.started, plural(session.strip.length, "call", "calls"), words.join(", ")].filter(Boolean).join(" · ")}`,
        ),
      ),
      strip(session),
      make(
        "p",
        { class: "soft small" },
        `${session.file} · ${plural(session.prompts, "prompt", "prompts")} by the person`,
      ),
      body,
    );
    let calls;
    details.fill = () => {
      calls ??= growing(body, session.calls, (row) => {
        const call = callOf(row);
        return make(
          "li",
          {},
          make(
            "div",
            { class: "row" },
            make("span", { class: "soft small" }, String(call.place)),
            tag(call.behavior),
            make("strong", {}, call.tool),
            make("span", { class: "soft small grow" }, `by ${call.step}`),
            make("span", { class: "soft small" }, call.at),
          ),
          ...callBody(call),
        );
      });
      return calls;
    };
    details.addEventListener("toggle", () => {
      if (details.open) details.fill();
    });
    return make("li", {}, details);
  }

  function show(s, c) {
    const item = sessionList.upTo(order.indexOf(s));
    if (!item) return;
    const details = item.querySelector("details");
    details.open = true;
    const call = details.fill().upTo(c);
    for (const old of document.querySelectorAll(".now")) old.classList.remove("now");
    call.classList.add("now");
    call.tabIndex = -1;
    call.focus();
    call.scrollIntoView({ block: "center" });
  }

  const status = document.getElementById("found");
  const calls = document.getElementById("calls");
  function update() {
    const found = all.filter(wanted());
    status.textContent = `${plural(found.length, "call", "calls")} in ${plural(new Set(found.map((call) => call.s)).size, "session", "sessions")}`;
    growing(calls, grouped(found), listItem);
    const [agent, project] = ["agent", "project"].map((name) => field(name).value);
    order = sessions
      .map((_, index) => index)
      .filter(
        (s) => (agent === "" || sessions[s].agent === agent) && (project === "" || sessions[s].project === project),
      );
    sessionList = growing(sessionsHolder, order, sessionItem);
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
