/** What a button does, and to which of several for anyone who only hears it. */
export const ActionName = ({ action, name }: { action: string; name: string }) => (
  <>
    {action}
    <span className="visually-hidden"> {name}</span>
  </>
)
