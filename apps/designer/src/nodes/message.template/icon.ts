export { IconTemplate as Icon } from '@tabler/icons-react';
