export { IconSquareRoundedCheck as Icon } from '@tabler/icons-react';
