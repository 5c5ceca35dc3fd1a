<?php
// PHP 8 or newer. $headers: names in lower case. $body: file_get_contents('php://input').

const TOLERANCE = 300; // seconds

/** Whether a delivery is genuine and fresh, by its Standard Webhooks headers. */
function is_genuine(string $body, array $headers, string $secret, ?int $now = null): bool
{
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > TOLERANCE) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = ($headers['webhook-id'] ?? '') . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** The simpler check: the hex HMAC-SHA256 of the raw body. It tells nothing about when it was sent. */
function is_genuine_plain(string $body, array $headers, string $secret): bool
{
    return hash_equals(hash_hmac('sha256', $body, $secret), $headers['tolbor-signature'] ?? '');
}
