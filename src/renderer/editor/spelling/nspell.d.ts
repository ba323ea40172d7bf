declare module "nspell" {
  /** The words of one Hunspell dictionary. */
  type Checker = { correct(word: string): boolean; suggest(word: string): string[]; add(word: string): Checker };
  export default function nspell(aff: string, dic: string): Checker;
}
