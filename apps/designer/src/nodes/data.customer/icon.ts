export { IconUserEdit as Icon } from '@tabler/icons-react';
