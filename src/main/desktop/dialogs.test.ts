import { beforeEach, expect, test, vi } from "vitest";
import { recordAttempts } from "../../shared/testing/record-attempts";
import { createDialogs } from "./dialogs";
import { desktopMessages } from "./messages";

const electron = vi.hoisted(() => ({ asked: [] as Record<string, unknown>[], opened: [] as string[], answer: 1 }));
vi.mock("electron", () => ({
  dialog: {
    showMessageBox: async (options: Record<string, unknown>) => {
      electron.asked.push(options);
      return { response: electron.answer };
    },
  },
  shell: { openExternal: async (url: string) => void electron.opened.push(url) },
}));

const dialogs = createDialogs(
  () => null,
  () => desktopMessages("en"),
);
beforeEach(() => {
  Object.assign(electron, { asked: [], opened: [], answer: 1 });
});

test("a web or mail link opens only after the user agrees; the dialog shows its host, and Enter means no [A3 E15]", async () => {
  for (const [url, host] of [
    ["https://example.com/a?b", "example.com"],
    ["http://user:word@evil.example:8080/https://good.example", "evil.example:8080"],
    ["https://good.example@evil.example/", "evil.example"],
    ["https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"],
    ["https://аррӏе.com/", "xn--80ak6aa92e.com"],
    ["mailto:anna@example.com", "anna@example.com"],
  ] as const) {
    electron.answer = 1;
    await dialogs.offerLink(url);
    expect(electron.opened, url).toEqual([]);
    const [question] = electron.asked.splice(0);
    expect(question).toMatchObject({ defaultId: 1, cancelId: 1 });
    expect(question?.["message"]).toContain(host);
    expect(question?.["detail"]).toContain(new URL(url).href);
    electron.answer = 0;
    await dialogs.offerLink(url);
    expect(electron.opened.splice(0)).toEqual([new URL(url).href]);
    electron.asked = [];
    recordAttempts(2);
  }
});

test("for any other link the user is not even asked [A3 E15]", async () => {
  electron.answer = 0;
  const addresses = [
    "file:///etc/passwd",
    "smb://host/share",
    "\\\\host\\share",
    "ms-calculator:",
    "vscode://file/x",
    "javascript:1",
  ];
  addresses.push(
    "data:text/html,x",
    "galley://app/index.html",
    "ssh://host",
    "tel:1",
    "ftp://host/x",
    "about:blank",
    "-rf",
    "",
  );
  addresses.push(
    "file:https://example.com",
    "view-source:https://example.com",
    "search-ms:query=x",
    "https:",
    "mailto:a?attach=/etc/passwd",
  );
  for (const url of addresses) await dialogs.offerLink(url);
  recordAttempts(addresses.length);
  expect([electron.asked, electron.opened]).toEqual([[], []]);
});
