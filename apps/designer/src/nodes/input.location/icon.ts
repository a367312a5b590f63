export { IconMapPinSearch as Icon } from '@tabler/icons-react';
