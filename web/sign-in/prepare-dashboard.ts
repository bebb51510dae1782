/**
 * Loads the files of the dashboard, which the page names, into the browser's cache while the person types the password:
 * after `first`, which has the line to itself. A failure does not matter: the dashboard loads them itself.
 */
export async function prepareDashboard(first: Promise<unknown>): Promise<void> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="dashboard-files"]')?.content ?? ''
  try {
    await first
    await Promise.all(
      named
        .split(' ')
        .filter(Boolean)
        .map(async (file) => (await fetch(file, { priority: 'low' })).arrayBuffer()),
    )
  } catch {
    // without a connection, or left before all had come
  }
}
