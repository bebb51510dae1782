import controls from '../public/controls.module.css'

/** Shown for an approval without a certificate: it is not on the public list, or was replaced. */
export const NoCertificate = ({ latest }: { latest: number | null }) => (
  <>
    <h1>There is no certificate here</h1>
    {latest === null ? (
      <p>Only approvals on the public list have one, and the address may be incomplete.</p>
    ) : (
      <p>This approval was replaced by a newer one, which has its own certificate.</p>
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
      Do you have a printed one? <a href="/c">Check its code</a>
    </p>
  </>
)
