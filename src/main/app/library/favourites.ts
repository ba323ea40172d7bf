import { join } from "node:path";
import { z } from "zod";
import { type EntryName, isSameEntry } from "../../../shared/library";
import { folded } from "../../engine/library";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";

/** The file in the data folder that stores the user's favourite entries. */
const favouritesFile = "library-favourites.json";

/** `folder`: the folder whose own document has the entry; empty for documents of the library, which are the same in all folders. */
const favouritesSchema = z.array(
  z.strictObject({
    folder: z.string().max(4096),
    document: z.string().max(400),
    kind: z.string().max(40),
    key: z.string().max(1000),
    name: z.string().max(1000),
  }),
);
type Favourite = z.infer<typeof favouritesSchema>[number];

/** The last marked ones are kept. */
const MAX_FAVOURITES = 2000;

/** Where the entry of a favourite is: in a folder's own document, if `ownKey` is its key. */
export type FavouriteContext = { folder: string | null; ownKey: string | null };

export type Favourites = ReturnType<typeof createFavourites>;

/** The user's favourite entries, by document, kind and key or name, so that they survive when a pack is replaced. The last marked one comes first. */
export function createFavourites(dataDir: string, report: (notice: string) => void, failed: (error: unknown) => void) {
  const file = storedJson(join(dataDir, favouritesFile), favouritesSchema, () => t.parts.library);
  let loaded: Promise<Favourite[]> | null = null;

  const all = (): Promise<Favourite[]> => {
    loaded ??= file.load().then(({ value, notice }) => {
      if (notice !== null) report(notice);
      return value ?? [];
    });
    return loaded;
  };
  const isIn = ({ folder, ownKey }: FavouriteContext, each: Favourite) =>
    ownKey !== null && folded(each.document) === folded(ownKey) ? each.folder === folder : each.folder === "";

  return {
    /** Those that may be in the library for this folder. */
    async in(context: FavouriteContext): Promise<EntryName[]> {
      return (await all()).filter((each) => isIn(context, each)).map(({ folder: _folder, ...name }) => name);
    },
    async mark(
      context: FavouriteContext,
      { document, kind, key, name }: EntryName,
      isFavourite: boolean,
    ): Promise<void> {
      const isOwn = context.ownKey !== null && folded(document) === folded(context.ownKey);
      const entry = { folder: isOwn ? (context.folder ?? "") : "", document, kind, key, name };
      const others = (await all()).filter((each) => each.folder !== entry.folder || !isSameEntry(each, entry));
      const next = (isFavourite ? [entry, ...others] : others).slice(0, MAX_FAVOURITES);
      loaded = Promise.resolve(next);
      file.save(next).catch(failed);
    },
    idle: () => file.idle(),
  };
}
