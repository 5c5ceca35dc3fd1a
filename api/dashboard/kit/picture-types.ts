/** The files that a field for a picture lets a member choose. Phones convert photos of other formats to one of these. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif'
