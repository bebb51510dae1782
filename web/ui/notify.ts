import { notifications } from '@mantine/notifications'

/** A short success message that disappears after some seconds. */
export const notifyDone = (message: string) => notifications.show({ message, color: 'leaf', autoClose: 5000 })

/** A failure stays until the person dismisses it. */
export const notifyFailure = (message: string) =>
  notifications.show({ title: 'Something went wrong', message, color: 'red', autoClose: false })
