const FILE = /"(\/assets\/[^"]+\.(?:js|css))"/g

/**
 * Loads the files that the dashboard names in its head into the browser's cache, while the person types the password:
 * after `first`, which has the line to itself. A failure does not matter: the dashboard loads them itself.
 */
export async function prepareDashboard(first: Promise<unknown>): Promise<void> {
  try {
    const [reply] = await Promise.all([fetch('/dashboard'), first])
    const page = await reply.text()
    await Promise.all(
      [...page.matchAll(FILE)].map(async ([, file = '']) =>
        (await fetch(file, { priority: 'low' })).arrayBuffer(),
      ),
    )
  } catch {
    // without a connection, or left before all had come
  }
}
