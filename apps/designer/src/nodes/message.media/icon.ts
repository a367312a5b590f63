export { IconPhoto as Icon } from '@tabler/icons-react';
