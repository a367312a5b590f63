export { IconListCheck as Icon } from '@tabler/icons-react';
