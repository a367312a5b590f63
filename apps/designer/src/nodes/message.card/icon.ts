export { IconCards as Icon } from '@tabler/icons-react';
