import { Notifications } from '@mantine/notifications';

/** Position top: at the bottom, above all on a phone, toasts would cover Send and Save. */
export function Toaster() {
  return <Notifications position="top-center" limit={1} />;
}
