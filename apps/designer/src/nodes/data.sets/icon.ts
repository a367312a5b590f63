export { IconTag as Icon } from '@tabler/icons-react';
