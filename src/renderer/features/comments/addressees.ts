import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { Addressee } from "../../workbench/api/feature-stores";

/** The agents that are installed and the providers whose model is chosen; first the one that the panel uses now. */
export function addresseesIn(setup: AssistantSetup): Addressee[] {
  const agents = setup.agents.filter(({ command, id }) => command !== null || id === setup.agent);
  const all: Addressee[] = [
    ...agents.map(({ id, name }): Addressee => ({ kind: "agent", id, name, model: null })),
    ...setup.providers
      .filter(({ model }) => model !== null)
      .map(({ id, name, model }): Addressee => ({ kind: "provider", id, name, model })),
  ];
  return all.sort((a, b) => Number(isChosen(b, setup)) - Number(isChosen(a, setup)));
}

/** Whether the panel asks this one now. */
export const isChosen = ({ kind, id }: Addressee, { agent, current }: AssistantSetup): boolean =>
  kind === "agent" ? id === agent : agent === null && id === current;

/** What is typed after `@` for an addressee: its name in one word. */
export const mentionOf = ({ name }: Addressee): string => name.trim().replace(/\s+/g, "-");

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a word after `@` means this one: its name, the beginning of it that is a word, or its model. */
function isMeant(word: string, { name, model }: Addressee): boolean {
  const wanted = plain(word);
  if (wanted === "") return false;
  const [first = ""] = name.trim().split(/[\s-]+/);
  return [name, first, model ?? ""].some((each) => plain(each) === wanted);
}

/** The first addressee that a comment names with `@`; null if it names none. An `@` within a word, as in an address, names nobody. */
export function mentionedIn(text: string, addressees: readonly Addressee[]): Addressee | null {
  for (const [, word = ""] of text.matchAll(/(?<![\p{L}\p{N}._%+-])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu)) {
    const found = addressees.find((each) => isMeant(word, each) || isMeant(word.replace(/[._-]+$/, ""), each));
    if (found !== undefined) return found;
  }
  return null;
}

/** The mention that is being typed before the cursor: where its `@` is, and what follows it. */
export function mentionAt(text: string, cursor: number): { from: number; typed: string } | null {
  const found = /(?<![\p{L}\p{N}._%+-])@([\p{L}\p{N}._-]{0,40})$/u.exec(text.slice(0, cursor));
  return found === null ? null : { from: found.index, typed: found[1] ?? "" };
}

/** The addressees whose name or model begins with what is typed. */
export function matchingAddressees(typed: string, addressees: readonly Addressee[]): Addressee[] {
  const wanted = plain(typed);
  return addressees.filter(({ name, model }) =>
    [name, ...name.split(/[\s-]+/), model ?? ""].some((each) => plain(each).startsWith(wanted)),
  );
}
