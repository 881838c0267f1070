// Loads libcrypto when a device that takes pushes is first answered. libcurl brings it along where it is Debian's usual one.
#define _GNU_SOURCE
#include "CCrypto.h"
#include "CLoading.h"
#include <pthread.h>
#include <string.h>

#ifdef __APPLE__
static const char *const file_names[] = {"libcrypto.3.dylib", NULL};
#else
static const char *const file_names[] = {"libcrypto.so.3", "libcrypto.so.4", "libcrypto.so.1.1", NULL};
#endif

typedef void key, key_context, digest_context, cipher_context;

static struct {
    key *(*read_private)(int, key **, const unsigned char **, long);
    key *(*read_public)(key **, const unsigned char **, long);
    int (*write_public)(const key *, unsigned char **);
    void (*free_key)(key *);
    key_context *(*key_context)(key *, void *);
    void (*free_key_context)(key_context *);
    int (*derive_init)(key_context *);
    int (*derive_peer)(key_context *, key *);
    int (*derive)(key_context *, unsigned char *, size_t *);
    digest_context *(*digest_context)(void);
    void (*free_digest_context)(digest_context *);
    int (*sign_init)(digest_context *, key_context **, const void *, void *, key *);
    int (*sign)(digest_context *, unsigned char *, size_t *, const unsigned char *, size_t);
    const void *(*sha256)(void);
    unsigned char *(*hmac)(const void *, const void *, int, const unsigned char *, size_t, unsigned char *, unsigned *);
    cipher_context *(*cipher_context)(void);
    void (*free_cipher_context)(cipher_context *);
    int (*encrypt_init)(cipher_context *, const void *, void *, const unsigned char *, const unsigned char *);
    int (*encrypt)(cipher_context *, unsigned char *, int *, const unsigned char *, int);
    int (*encrypt_end)(cipher_context *, unsigned char *, int *);
    int (*cipher_control)(cipher_context *, int, int, void *);
    int (*decrypt_init)(cipher_context *, const void *, void *, const unsigned char *, const unsigned char *);
    int (*decrypt)(cipher_context *, unsigned char *, int *, const unsigned char *, int);
    int (*decrypt_end)(cipher_context *, unsigned char *, int *);
    const void *(*aes_128_gcm)(void);
    void (*clear_error)(void);
} crypto;

// The names in the order of the structure above, which holds nothing but pointers.
static const char *const names[] = {
    "d2i_PrivateKey",
    "d2i_PUBKEY",
    "i2d_PublicKey",
    "EVP_PKEY_free",
    "EVP_PKEY_CTX_new",
    "EVP_PKEY_CTX_free",
    "EVP_PKEY_derive_init",
    "EVP_PKEY_derive_set_peer",
    "EVP_PKEY_derive",
    "EVP_MD_CTX_new",
    "EVP_MD_CTX_free",
    "EVP_DigestSignInit",
    "EVP_DigestSign",
    "EVP_sha256",
    "HMAC",
    "EVP_CIPHER_CTX_new",
    "EVP_CIPHER_CTX_free",
    "EVP_EncryptInit_ex",
    "EVP_EncryptUpdate",
    "EVP_EncryptFinal_ex",
    "EVP_CIPHER_CTX_ctrl",
    "EVP_DecryptInit_ex",
    "EVP_DecryptUpdate",
    "EVP_DecryptFinal_ex",
    "EVP_aes_128_gcm",
    "ERR_clear_error",
};
_Static_assert(sizeof crypto == sizeof names, "a name for each function");

static const char *fault;

static void load(void) {
    void *library;
    fault = cloading_load(file_names, names, sizeof names / sizeof *names, (void **)&crypto, &library);
}

const char *ccrypto_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault;
}

// ECPrivateKey (RFC 5915 section 3) and SubjectPublicKeyInfo (RFC 5480 section 2) of P-256 around the bytes of a key.
static const uint8_t private_head[] = {0x30, 0x31, 0x02, 0x01, 0x01, 0x04, CCRYPTO_PRIVATE};
static const uint8_t private_tail[] = {0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07};
static const uint8_t public_head[] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
                                      0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00};

static key *read_private(const uint8_t *bytes) {
    uint8_t text[sizeof private_head + CCRYPTO_PRIVATE + sizeof private_tail];
    memcpy(text, private_head, sizeof private_head);
    memcpy(text + sizeof private_head, bytes, CCRYPTO_PRIVATE);
    memcpy(text + sizeof private_head + CCRYPTO_PRIVATE, private_tail, sizeof private_tail);
    const unsigned char *place = text;
    // EVP_PKEY_EC
    return crypto.read_private(408, NULL, &place, sizeof text);
}

static key *read_public(const uint8_t *bytes) {
    uint8_t text[sizeof public_head + CCRYPTO_PUBLIC];
    memcpy(text, public_head, sizeof public_head);
    memcpy(text + sizeof public_head, bytes, CCRYPTO_PUBLIC);
    const unsigned char *place = text;
    return crypto.read_public(NULL, &place, sizeof text);
}

// What was wrong stays with the thread, and libcurl would take it for a fault of its own.
static int end(int is_done) {
    if (!is_done) crypto.clear_error();
    return is_done;
}

int ccrypto_public(const uint8_t *private_key, uint8_t *public_key) {
    key *own = read_private(private_key);
    int is_done = own && crypto.write_public(own, NULL) == CCRYPTO_PUBLIC &&
                  crypto.write_public(own, &public_key) == CCRYPTO_PUBLIC;
    crypto.free_key(own);
    return end(is_done);
}

int ccrypto_shared(const uint8_t *private_key, const uint8_t *public_key, uint8_t *shared) {
    key *own = read_private(private_key), *other = read_public(public_key);
    key_context *context = own ? crypto.key_context(own, NULL) : NULL;
    size_t size = CCRYPTO_SHARED;
    int is_done = other && context && crypto.derive_init(context) == 1 && crypto.derive_peer(context, other) == 1 &&
                  crypto.derive(context, shared, &size) == 1 && size == CCRYPTO_SHARED;
    crypto.free_key_context(context);
    crypto.free_key(other);
    crypto.free_key(own);
    return end(is_done);
}

// A number of DER (ITU-T X.690 section 8.3) to 32 bytes; where it ends, or NULL.
static const uint8_t *take_number(const uint8_t *text, const uint8_t *text_end, uint8_t *number) {
    if (text_end - text < 2 || text[0] != 0x02 || text[1] > text_end - text - 2) return NULL;
    size_t size = text[1];
    text += 2;
    const uint8_t *next = text + size;
    while (size > 32 && *text == 0) {
        text++;
        size--;
    }
    if (size > 32) return NULL;
    memset(number, 0, 32);
    memcpy(number + 32 - size, text, size);
    return next;
}

int ccrypto_sign(const uint8_t *private_key, const uint8_t *message, size_t size, uint8_t *signature) {
    uint8_t text[80];
    size_t text_size = sizeof text;
    key *own = read_private(private_key);
    digest_context *context = own ? crypto.digest_context() : NULL;
    int is_done = context && crypto.sign_init(context, NULL, crypto.sha256(), NULL, own) == 1 &&
                  crypto.sign(context, text, &text_size, message, size) == 1 && text_size > 2 && text[0] == 0x30;
    if (is_done) {
        const uint8_t *text_end = text + text_size, *next = take_number(text + 2, text_end, signature);
        is_done = next && take_number(next, text_end, signature + 32) == text_end;
    }
    crypto.free_digest_context(context);
    crypto.free_key(own);
    return end(is_done);
}

int ccrypto_hmac(const uint8_t *key, size_t key_size, const uint8_t *message, size_t size, uint8_t *code) {
    return end(crypto.hmac(crypto.sha256(), key, (int)key_size, message, size, code, NULL) != NULL);
}

int ccrypto_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *message, size_t size, uint8_t *sealed) {
    int count = 0, rest = 0;
    cipher_context *context = crypto.cipher_context();
    int is_done = context && crypto.encrypt_init(context, crypto.aes_128_gcm(), NULL, key, nonce) == 1 &&
                  crypto.encrypt(context, sealed, &count, message, (int)size) == 1 &&
                  crypto.encrypt_end(context, sealed + count, &rest) == 1 && count + rest == (int)size &&
                  // EVP_CTRL_GCM_GET_TAG
                  crypto.cipher_control(context, 0x10, CCRYPTO_TAG, sealed + size) == 1;
    crypto.free_cipher_context(context);
    return end(is_done);
}

int ccrypto_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *sealed, size_t size, uint8_t *message) {
    int count = 0, rest = 0;
    uint8_t tag[CCRYPTO_TAG];
    memcpy(tag, sealed + size, sizeof tag);
    cipher_context *context = crypto.cipher_context();
    int is_done = context && crypto.decrypt_init(context, crypto.aes_128_gcm(), NULL, key, nonce) == 1 &&
                  crypto.decrypt(context, message, &count, sealed, (int)size) == 1 &&
                  // EVP_CTRL_GCM_SET_TAG
                  crypto.cipher_control(context, 0x11, CCRYPTO_TAG, tag) == 1 &&
                  crypto.decrypt_end(context, message + count, &rest) == 1 && count + rest == (int)size;
    crypto.free_cipher_context(context);
    return end(is_done);
}
