/** The public half of the key that signs shipped packages (SubjectPublicKeyInfo); the private half lies with whoever makes releases. */
export const releaseKey = 'MCowBQYDK2VwAyEAFV9K+KuYbx9PRLs77mCC/8Kmmk2kS2+DHetAvddtN7k=';
