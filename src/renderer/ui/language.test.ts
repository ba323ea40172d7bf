import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

type Messages = { name: string };

async function freshLanguage() {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  return import("./language");
}

test("a view that is loaded while the language changes has the new one", async () => {
  const { registerMessages, setLanguage, $language } = await freshLanguage();
  const loading = Promise.withResolvers<Messages>();
  registerMessages<Messages>({ en: { name: "early" }, "zh-CN": () => loading.promise }, () => {});
  const changed = setLanguage("zh-CN");
  const late: string[] = [];
  registerMessages<Messages>({ en: { name: "English" }, "zh-CN": { name: "中文" } }, ({ name }) => late.push(name));
  loading.resolve({ name: "早" });
  await changed;
  expect(late.at(-1)).toBe("中文");
  expect($language.get()).toBe("zh-CN");
});

test("of two changes in a row the last one holds, whichever strings are loaded first", async () => {
  const { registerMessages, setLanguage, $language } = await freshLanguage();
  const loading = Promise.withResolvers<Messages>();
  const shown: string[] = [];
  registerMessages<Messages>({ en: { name: "English" }, "zh-CN": () => loading.promise }, ({ name }) =>
    shown.push(name),
  );
  const [first, second] = [setLanguage("zh-CN"), setLanguage("en")];
  loading.resolve({ name: "中文" });
  await Promise.all([first, second]);
  expect(shown.at(-1)).toBe("English");
  expect($language.get()).toBe("en");
});
