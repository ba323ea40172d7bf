import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { recordAttempts } from "../../shared/testing/record-attempts";
import { createTestApp, FakePage } from "./testing/test-app";

test.skipIf(process.platform === "win32")(
  "no other user of the machine can read anything that Galley stores [A30]",
  async () => {
    const testApp = createTestApp({ "a.md": "one\n" });
    const before = process.umask(0o022);
    try {
      await testApp.start([""]);
      const handlers = testApp.window.handlers;
      const page = new FakePage(testApp, await testApp.open("a.md"));
      page.type("two\n");
      await page.journal();
      await page.save("by hand");
      page.type("three\n");
      await page.journal();
      await handlers["app:save-settings"]({ theme: "dark" });
      await handlers["assistant:save-provider"]({
        id: null,
        kind: "anthropic",
        name: "A",
        baseUrl: "https://api.anthropic.com/v1",
        model: null,
        contextLimit: null,
        price: null,
        key: { change: "set", key: "sk-ant-secret-0123456789", until: "stored" },
      });
      await handlers["assistant:create"](testApp.folder);
      await handlers["agents:token"](undefined);
      await handlers["spelling:add"]("galley");
      const kept = readdirSync(testApp.dataDir, { recursive: true }).map((name) => join(testApp.dataDir, String(name)));
      expect(kept.map((path) => path.slice(testApp.dataDir.length + 1))).toEqual(
        expect.arrayContaining(["history.db", "settings.json", "http-token"]),
      );
      expect(kept.some((path) => path.includes("journal"))).toBe(true);
      const isOpen = (path: string) => (statSync(path).mode & 0o077) !== 0;
      /** A file with open permissions is protected, because others cannot enter its folder. */
      const canBeReached = (path: string): boolean =>
        isOpen(path) && (path === testApp.dataDir || canBeReached(dirname(path)));
      expect([testApp.dataDir, ...kept].filter(canBeReached)).toEqual([]);
      // Files with secrets are protected by their own permissions, wherever the folder is copied.
      const secrets = kept.filter((path) =>
        /http-token$|history\.db|conversations|providers|keys|assistant/.test(path),
      );
      expect(secrets.filter((path) => statSync(path).isFile() && isOpen(path))).toEqual([]);
      recordAttempts(kept.length);
    } finally {
      process.umask(before);
      await testApp.end();
    }
  },
);
