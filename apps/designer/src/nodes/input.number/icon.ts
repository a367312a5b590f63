export { IconHash as Icon } from '@tabler/icons-react';
