/** An email address; a long one breaks before its domain. */
export function Address({ email }: { email: string }) {
  const at = email.includes('@') ? email.lastIndexOf('@') : email.length
  return (
    <span className="breaks">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
