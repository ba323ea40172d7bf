/** The address of a script that the bundler builds for a worker. */
declare module "*?worker&url" {
  const address: string;
  export default address;
}
