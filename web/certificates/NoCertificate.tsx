import controls from '../public/controls.module.css'

/** A record that has no certificate, because it is not what the public list shows. */
export const NoCertificate = ({ latest }: { latest: number | null }) => (
  <>
    <h1>There is no certificate here</h1>
    {latest === null ? (
      <p>Only what stands on the public list has one, and the address may be incomplete.</p>
    ) : (
      <p>A newer approval of this site has taken the place of this one, and the certificate is of that.</p>
    )}
    <p>
      {latest === null ? (
        <a className={controls.primary} href="/site/approved">
          See all approved SITES
        </a>
      ) : (
        <a className={controls.primary} href={`/site/approved/${latest}/certificate`}>
          See the certificate of the newer approval
        </a>
      )}
    </p>
    <p>
      You hold a printed one? <a href="/c">Check its code</a>
    </p>
  </>
)
