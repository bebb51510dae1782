import { notifications } from '@mantine/notifications'

/** A short success message that disappears after some seconds. */
export const notifyDone = (message: string) => notifications.show({ message, color: 'leaf', autoClose: 5000 })

/** What a person has themselves not confirmed, and therefore not done. */
export const notifyNotConfirmed = (message: string) =>
  notifications.show({
    title: 'Nothing was done',
    message,
    color: 'gray',
    autoClose: 10_000,
    // away from the button that the person may press again
    position: 'top-center',
  })

/** A failure stays until the person dismisses it. */
export const notifyFailure = (message: string) =>
  notifications.show({ title: 'Something went wrong', message, color: 'red', autoClose: false })
