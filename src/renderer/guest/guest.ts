import type { Bridge } from "../../shared/contract";
import { guestPaths } from "../../shared/guest";
import { createBridge } from "./bridge";
import { type ConnectionState, connect } from "./connection";
import "./guest.css";
import { MAX_GUEST_NAME } from "../../shared/limits";
import { pageLanguage, guestMessages as t } from "./messages";

const NAME = "galley-name";
const root = document.getElementById("root") ?? document.body;

/** The secret of the link. It leaves the address at once: what is in it goes to the history, and to whoever looks at the screen. */
const secret = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
// The link of another folder, or of this one again, opened in the same tab.
addEventListener("hashchange", () => location.reload());

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Node[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

async function begin(): Promise<void> {
  document.documentElement.lang = pageLanguage;
  if (secret !== "") return askForName();
  const session = await fetch(guestPaths.session, { credentials: "same-origin" }).catch(() => null);
  if (session?.ok) return enter();
  const why = session === null || session.status === 401 ? t.noLink : t.failed.other;
  root.replaceChildren(element("main", { className: "guest-join" }, element("p", { textContent: why })));
}

function askForName(): void {
  const failed = element("p", { className: "guest-failed", role: "alert" });
  const input = element("input", { name: "name", required: true, maxLength: MAX_GUEST_NAME, autocomplete: "name" });
  input.value = storedName();
  const button = element("button", { type: "submit", textContent: t.join });
  const form = element(
    "form",
    {},
    element("h1", { textContent: t.heading }),
    element("p", { textContent: t.lead }),
    element("label", { textContent: t.name }, input),
    failed,
    button,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    button.textContent = t.joining;
    failed.textContent = "";
    void logIn(input.value).then((why) => {
      if (why === null) return enter();
      button.disabled = false;
      button.textContent = t.join;
      failed.textContent = why;
      return undefined;
    });
  });
  root.replaceChildren(element("main", { className: "guest-join" }, form));
  input.focus();
}

function storedName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** Exchanges the secret for a cookie. Why it failed, or null. */
async function logIn(name: string): Promise<string | null> {
  const answer = await fetch(guestPaths.session, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret, name }),
  }).catch(() => null);
  if (answer?.ok) {
    try {
      localStorage.setItem(NAME, name);
    } catch {
      // It is asked for again.
    }
    return null;
  }
  const { failed } = t;
  const status = answer?.status ?? 0;
  return status in failed ? failed[status as keyof typeof failed] : failed.other;
}

/** Loads the window, which finds the bridge as it does in the app. */
async function enter(): Promise<void> {
  const bar = createBar();
  const connection = connect({ handleEvent: (name, event) => handleEvent(name, event), stateChanged: bar.show });
  const { bridge, handleEvent } = createBridge(connection);
  (self as unknown as { galley: Bridge }).galley = bridge;
  const handOver = () => handleEvent("app:closing", { why: "quit" });
  // A tab in the background may be ended without a word.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") handOver();
  });
  addEventListener("beforeunload", (event) => {
    handOver();
    const isUnsaved = connection.unanswered().some((name) => name === "document:save" || name === "document:typed");
    if (isUnsaved) event.preventDefault();
  });
  root.replaceChildren(element("div", { className: "skeleton", ariaHidden: "true" }));
  await import("../main");
}

/** The bar above the window, which says that the connection is gone; it covers nothing. */
function createBar() {
  let bar: HTMLElement | null = null;
  let soon = 0;
  function put(text: string, ...more: Node[]): void {
    bar?.remove();
    bar = element("div", { className: "guest-bar", role: "status" }, element("span", { textContent: text }), ...more);
    document.body.prepend(bar);
  }
  return {
    show(state: ConnectionState): void {
      clearTimeout(soon);
      if (state.kind === "connected") {
        bar?.remove();
        bar = null;
      } else if (state.kind === "away") soon = self.setTimeout(() => put(t.offline), bar === null ? 1500 : 0);
      else {
        const button = element("button", { type: "button", textContent: t.reload });
        button.addEventListener("click", () => location.reload());
        put(t.ended(state.why), button);
      }
    },
  };
}

void begin();
