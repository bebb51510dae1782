/** Opens a page of the other entry; the promise never settles, so that nothing is rendered meanwhile. */
export function openPage(address: string): Promise<never> {
  window.location.replace(address)
  return new Promise(() => {})
}
