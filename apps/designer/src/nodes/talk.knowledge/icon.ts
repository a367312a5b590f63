export { IconBook2 as Icon } from '@tabler/icons-react';
