import { Notifications } from '@mantine/notifications';

export function Toaster() {
  return <Notifications position="bottom-right" limit={1} />;
}
