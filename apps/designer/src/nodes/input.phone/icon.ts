export { IconPhone as Icon } from '@tabler/icons-react';
