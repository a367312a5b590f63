export { IconForms as Icon } from '@tabler/icons-react';
