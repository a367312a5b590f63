export { IconLayoutList as Icon } from '@tabler/icons-react';
