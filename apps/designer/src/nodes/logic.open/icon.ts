export { IconClock as Icon } from '@tabler/icons-react';
