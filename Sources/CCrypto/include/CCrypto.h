// What is used of libcrypto, OpenSSL's: what pushes to devices are encrypted and signed with. All of it is in 1.1 of 2018 and in
// 3, so the declarations stand here and a build needs no headers of it.
#ifndef CCRYPTO_H
#define CCRYPTO_H
#include <stddef.h>
#include <stdint.h>

/// Bytes of a private key of the curve P-256, of a public one (uncompressed), of what two keys share, of a signature (r and
/// s), of HMAC-SHA256, and of the tag of AES-128-GCM.
enum {
    CCRYPTO_PRIVATE = 32,
    CCRYPTO_PUBLIC = 65,
    CCRYPTO_SHARED = 32,
    CCRYPTO_SIGNATURE = 64,
    CCRYPTO_HMAC = 32,
    CCRYPTO_TAG = 16
};

/// Loads libcrypto, once; NULL, or why it cannot be used. Only after NULL may what follows be called. The text stays.
const char *ccrypto_load(void);

// All that follow return 1, or 0 where a key is none or memory is short.

/// The public key of a private one.
int ccrypto_public(const uint8_t *private_key, uint8_t *public_key);
/// What two keys share: the x of their product (ECDH, NIST SP 800-56A section 5.7.1.2).
int ccrypto_shared(const uint8_t *private_key, const uint8_t *public_key, uint8_t *shared);
/// ECDSA over the SHA-256 of a message, as r and s (RFC 7518 section 3.4).
int ccrypto_sign(const uint8_t *private_key, const uint8_t *message, size_t size, uint8_t *signature);
/// HMAC-SHA256 (RFC 2104).
int ccrypto_hmac(const uint8_t *key, size_t key_size, const uint8_t *message, size_t size, uint8_t *code);
/// AES-128-GCM with a nonce of 12 bytes and no further data; `sealed` gets `size` bytes and the tag.
int ccrypto_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *message, size_t size, uint8_t *sealed);
/// The reverse: `sealed` has `size` bytes and the tag; 0 also where it was sealed otherwise.
int ccrypto_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *sealed, size_t size, uint8_t *message);
#endif
