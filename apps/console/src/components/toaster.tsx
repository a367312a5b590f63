import { Notifications } from '@mantine/notifications';

/** At the top: at the bottom, and on a phone above all, toasts lie over Send and Save. */
export function Toaster() {
  return <Notifications position="top-center" limit={1} />;
}
