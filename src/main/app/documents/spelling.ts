import { appendFile, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { MiB } from "../../../core/limits";
import { ToolError } from "../../engine/ports/tool-error";
import { SPELLING_LIMITS } from "../core/limits";

/** A Hunspell dictionary; `language` is its tag, such as `de-AT`. */
export type Dictionary = { language: string; aff: string; dic: string };

/** Bundled with Galley, whose licence permits them: American and British English. */
const BUILT_IN: Readonly<Record<string, () => Promise<{ default: { aff: Uint8Array; dic: Uint8Array } }>>> = {
  en: () => import("dictionary-en"),
  "en-GB": () => import("dictionary-en-gb"),
};

/** English of these regions is closer to the British than to the American dictionary. */
const BRITISH = /^en-(?:AU|HK|IE|IN|MT|NZ|SG|UK|ZA)$/i;

export type Spelling = ReturnType<typeof createSpelling>;

/**
 * The available dictionaries: the bundled ones, those in the data folder, and those of the system. Nothing is
 * downloaded. `folders` are searched in order.
 */
export function createSpelling(dataDir: string, folders: readonly string[] = usualFolders()) {
  const own = join(dataDir, "dictionary.txt");
  const dictionaryFolders = [join(dataDir, "dictionaries"), ...folders];

  /** Dictionary paths by language tag such as `de-AT`; the first folder wins. */
  async function installed(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const folder of dictionaryFolders) {
      const names = new Set(await readdir(folder).catch(() => []));
      for (const name of [...names].sort()) {
        const tag = /^([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3})\.dic$/.exec(name)?.[1];
        const language = tag?.replaceAll("_", "-");
        if (language && !found.has(language) && names.has(`${tag}.aff`)) found.set(language, join(folder, tag ?? ""));
      }
    }
    return found;
  }

  async function read(language: string, path: string): Promise<Dictionary> {
    const bytes = async (file: string) => {
      const info = await stat(file);
      if (!info.isFile() || info.size > SPELLING_LIMITS.file)
        throw new ToolError("too_large", `The dictionary ${file} has more than ${SPELLING_LIMITS.file / MiB} MB.`);
      return readFile(file);
    };
    const aff = await bytes(`${path}.aff`);
    const encoding = /^SET[ \t]+(\S+)/m.exec(aff.toString("latin1"))?.[1] ?? "latin1";
    const decoder = decoderOf(encoding);
    return { language, aff: decoder.decode(aff), dic: decoder.decode(await bytes(`${path}.dic`)) };
  }

  async function builtIn(language: string): Promise<Dictionary> {
    const load = BUILT_IN[language];
    if (!load) throw new RangeError(`No dictionary for ${language} is bundled.`);
    const { aff, dic } = (await load()).default;
    const decoder = new TextDecoder();
    return { language, aff: decoder.decode(aff), dic: decoder.decode(dic) };
  }

  return {
    /** The languages that have a dictionary, sorted by tag. */
    async languages(): Promise<string[]> {
      return [...new Set([...Object.keys(BUILT_IN), ...(await installed()).keys()])].sort();
    },

    /** The closest dictionary for each language, and the words that the user added. */
    async start(wanted: readonly string[]): Promise<{ dictionaries: Dictionary[]; words: string[] }> {
      const there = await installed();
      const tags = [...there.keys(), ...Object.keys(BUILT_IN)];
      const chosen = new Set(wanted.slice(0, SPELLING_LIMITS.languages).flatMap((tag) => nearest(tag, tags) ?? []));
      const dictionaries = await Promise.all(
        [...chosen].map((language) => {
          const path = there.get(language);
          return path === undefined ? builtIn(language) : read(language, path);
        }),
      );
      const text = await readFile(own, "utf8").catch(() => "");
      return { dictionaries, words: text.slice(0, SPELLING_LIMITS.own).split("\n").filter(Boolean) };
    },

    /** Adds a word to the user's dictionary, as a line of `dictionary.txt` in the data folder. */
    async add(word: string): Promise<object> {
      if (word.length > SPELLING_LIMITS.word || !/^[\p{L}\p{M}'’-]+$/u.test(word))
        throw new ToolError("bad_arguments", `“${word}” is not one word.`);
      await mkdir(dataDir, { recursive: true });
      const text = await readFile(own, "utf8").catch(() => "");
      const isThere = text.split("\n").includes(word);
      if (!isThere) await appendFile(own, `${text === "" || text.endsWith("\n") ? "" : "\n"}${word}\n`);
      return {};
    },
  };
}

/** The language itself, else British English where it is written, else the same base language without a region, else any region of it. */
function nearest(tag: string, there: readonly string[]): string | null {
  const [tongue = ""] = tag.split("-");
  const alike = there.filter((each) => each.split("-")[0]?.toLowerCase() === tongue.toLowerCase());
  return (
    alike.find((each) => each.toLowerCase() === tag.toLowerCase()) ??
    (BRITISH.test(tag) ? alike.find((each) => each === "en-GB") : undefined) ??
    alike.find((each) => !each.includes("-")) ??
    alike[0] ??
    null
  );
}

function decoderOf(encoding: string): TextDecoder {
  const name = encoding
    .toLowerCase()
    .replace(/^iso8859-?/, "iso-8859-")
    .replace(/^microsoft-cp/, "windows-");
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder("latin1");
  }
}

function usualFolders(): string[] {
  if (process.platform === "darwin") return [join(homedir(), "Library/Spelling"), "/Library/Spelling"];
  if (process.platform === "win32") return [];
  return ["/usr/share/hunspell", "/usr/share/myspell", "/usr/share/myspell/dicts", "/usr/local/share/hunspell"];
}
