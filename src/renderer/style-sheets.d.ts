/** Style sheets are imported for their effect; the bundler puts them into the page. */
declare module "*.css";

/** The address of a built style sheet, for a frame that has no styles of its own. */
declare module "*.css?url" {
  const address: string;
  export default address;
}
