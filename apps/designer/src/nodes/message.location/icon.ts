export { IconMapPin as Icon } from '@tabler/icons-react';
