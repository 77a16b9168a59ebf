"""A U-Net of Keras as an ONNX file, with weights drawn at random: unet.py FILE

Needs tensorflow and tf2onnx. Images are 1x256x256x3; UpSampling2D repeats neighbours through axes of their own.
"""

import sys

import keras
import tensorflow as tf
import tf2onnx
from keras import layers


def unet():
    image = keras.Input((256, 256, 3), batch_size=1)
    x, skips = image, []
    for channels in (16, 32, 64, 128):
        x = layers.Conv2D(channels, 3, padding="same", use_bias=False)(x)
        x = layers.ReLU()(layers.BatchNormalization()(x))
        x = layers.Conv2D(channels, 3, padding="same", activation="relu")(x)
        skips.append(x)
        x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(256, 3, padding="same", activation="relu")(x)
    for channels, skip in zip((128, 64, 32, 16), reversed(skips)):
        x = layers.Concatenate()([layers.UpSampling2D()(x), skip])
        x = layers.Conv2D(channels, 3, padding="same", activation="relu")(x)
    return keras.Model(image, layers.Conv2D(2, 1, activation="sigmoid")(x))


def main(path):
    keras.utils.set_random_seed(0)
    model = unet()
    signature = [tf.TensorSpec((1, 256, 256, 3), tf.float32, name="image")]
    function = tf.function(lambda image: model(image, training=False), input_signature=signature)
    tf2onnx.convert.from_function(function, input_signature=signature, opset=17, output_path=path)


main(sys.argv[1])
