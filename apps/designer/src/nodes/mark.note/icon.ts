export { IconNote as Icon } from '@tabler/icons-react';
