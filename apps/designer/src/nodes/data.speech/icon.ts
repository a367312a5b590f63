export { IconMicrophone as Icon } from '@tabler/icons-react';
